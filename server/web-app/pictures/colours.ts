/** The custom properties that a rule of a style sheet sets, by their names without the dashes. */
export function variablesOf(rule: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

/**
 * A drawing with its colours filled in, because the image library does not support custom properties.
 * @throws Error when no style sheet sets a colour of the drawing
 */
export function fillColours(drawing: string, colours: Readonly<Record<string, string>>): string {
  return drawing.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => {
    const colour = colours[name];
    if (colour === undefined) throw new Error(`no style sheet has --${name}`);
    return colour;
  });
}
