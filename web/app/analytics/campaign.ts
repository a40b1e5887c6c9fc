/** The campaign of a visit (spec 3, Analytics), from the address. */
export type Campaign = Readonly<Record<string, string>>;
