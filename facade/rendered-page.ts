import type { Site } from './site.ts';

/** A public page prerendered by the web app for the server. */
export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Source files of its chunks. */
  readonly sources: readonly string[];
  /** HTML for a visitor without a session. */
  readonly forVisitors: Variant;
  /** HTML while a session is being refreshed. */
  readonly forSessions: Variant;
  /** schema.org, as JSON-LD. */
  readonly structured?: object;
}

export interface Variant {
  readonly html: string;
  /** The data it was rendered with; the browser hydrates with the same. */
  readonly site: Site;
  /** Source files of chunks whose style sheets only this variant needs. Their scripts are loaded later. */
  readonly styledBy: readonly string[];
}

export type RenderPages = (site: Site) => Promise<readonly RenderedPage[]>;

/** Source files of the chunks of each page behind a login, by the first segment of its path. */
export type PageChunks = Readonly<Record<string, readonly string[]>>;

/** Exports of the web app's server build. */
export interface ServerBuild {
  readonly renderPages: RenderPages;
  readonly pageChunks: PageChunks;
}
