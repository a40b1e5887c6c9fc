import type { ReplyOf } from '../../../../facade/endpoint.ts';
import type { words } from '../../../../facade/story.ts';

export type WordsReply = ReplyOf<typeof words>;
export type Language = WordsReply['languages'][number];
export type FragmentTuple = Language['fragments'][number];
