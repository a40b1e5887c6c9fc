/** Rows of the views in schema `read_models`, as Kysely reads them. */

export interface VocabularyEntryRow {
  learner: string;
  language: string;
  epoch: number;
  fragment: string;
  level: 'new' | 'I' | 'II' | 'III' | 'IV';
  changed_at: Date;
}

export interface VocabularyEpochRow {
  learner: string;
  language: string;
  /** The epoch whose entries count. */
  epoch: number;
}

export interface KnownCountRow {
  learner: string;
  language: string;
  epoch: number;
  thirds: number;
  current: boolean;
}

export interface BookProgressRow {
  learner: string;
  book: string;
  chapter: number;
  opened_at: Date | null;
  sentences_read: number;
  finished_at: Date | null;
  last_read_at: Date | null;
}

export interface ReadingPositionRow {
  learner: string;
  book: string;
  chapter: number;
  next_sentence: string | null;
  position: number;
  finished: boolean;
  updated_at: Date;
}

export interface SubscriptionRow {
  learner: string;
  status: string;
  paid_until: Date | null;
  cancels_at_period_end: boolean;
  active: boolean;
  since: Date;
}

export interface CheckpointRow {
  projection: string;
  position: string;
  log_id: string | null;
  /** False while nobody moves the checkpoint: it is paused, has failed, no process leads it, or its log was moved. */
  running: boolean;
  status: 'New' | 'Booting' | 'Active' | 'Paused' | 'Failed';
  /** False until the first build has reached the head of the log: the rows are only its oldest part. */
  built: boolean;
}

export interface ReadModels {
  'read_models.vocabulary_entries': VocabularyEntryRow;
  'read_models.vocabulary_epochs': VocabularyEpochRow;
  'read_models.known_counts': KnownCountRow;
  'read_models.book_progress': BookProgressRow;
  'read_models.reading_positions': ReadingPositionRow;
  'read_models.subscriptions': SubscriptionRow;
  'read_models.checkpoints': CheckpointRow;
}
