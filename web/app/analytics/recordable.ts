/** Whether a session recording may show a page: never pages of accounts or payments, or with forms about a person. */
export function isRecordable(path: string): boolean {
  return /^\/(about|faq|donate|library|sv\/[^/]+\/[^/]+)?$/.test(path);
}
