/** Spec 9, analytics and session recording; the browser's limits are in `web/app/analytics/`. */
export const MAX_EVENTS = 50;
/** Longer texts are truncated to this many characters. */
export const MAX_TEXT = 255;
export const MAX_RECORDED_EVENTS = 1_000;
/** Longest recording, in milliseconds. */
export const RECORDING_LENGTH = 24 * 3_600_000;

/** Bytes of a batch of events as it is sent. */
export const BATCH_BYTES = 256 * 1024;
/** Bytes of a part of a recording as it is sent, and uncompressed. */
export const PART_BYTES = 1024 * 1024;
export const UNCOMPRESSED_PART_BYTES = 2 * 1024 * 1024;

/** How far a browser's clock may be behind or ahead before the time of arrival is used instead, in milliseconds. */
export const MAX_CLOCK_BEHIND = 31 * 86_400_000;
export const MAX_CLOCK_AHEAD = 3_600_000;
