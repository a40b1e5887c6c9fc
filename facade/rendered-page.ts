import type { Site } from './site.ts';

/** A public page as the web app draws it for the server. */
export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Source files of the chunks it is made of. */
  readonly sources: readonly string[];
  /** As somebody without a session sees it. */
  readonly forVisitors: Variant;
  /** As it looks while a session is being refreshed. */
  readonly forSessions: Variant;
  /** schema.org, as JSON-LD. */
  readonly structured?: object;
}

export interface Variant {
  readonly html: string;
  /** What it was drawn with; the browser draws it with the same. */
  readonly site: Site;
  /** Source files of chunks whose style sheets only this variant needs. Their scripts come once somebody wants them. */
  readonly styledBy: readonly string[];
}

/** What the web app's server build exports. */
export type RenderPages = (site: Site) => Promise<readonly RenderedPage[]>;
