/** The custom properties that a rule of a style sheet sets, by their names without the dashes. */
export function variablesOf(rule: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

/**
 * A drawing with its colours filled in: what draws pictures at build time knows no custom properties.
 * @throws Error when the drawing names a colour that is not there
 */
export function coloured(drawing: string, colours: Readonly<Record<string, string>>): string {
  return drawing.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => {
    const colour = colours[name];
    if (colour === undefined) throw new Error(`no style sheet has --${name}`);
    return colour;
  });
}
