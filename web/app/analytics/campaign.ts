/** Where a visit came from (spec 3, Analytics); what the address names. */
export type Campaign = Readonly<Record<string, string>>;
