/** Pages that a session recording may show: never those of accounts, of payments, or with forms about a person. */
export function isRecordable(path: string): boolean {
  return /^\/(about|faq|donate|library|sv\/[^/]+\/[^/]+)?$/.test(path);
}
