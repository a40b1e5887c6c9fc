import 'mixpanel-browser/dist/mixpanel-recorder.js';
import { masked, type RecordedEvent } from './masking.ts';
import { isRecordable } from './recordable.ts';

interface RecordOptions {
  readonly emit: (event: RecordedEvent) => void;
}
interface Recorder {
  rrwebRecord: (options: RecordOptions) => unknown;
}
/** The global in which mixpanel-browser looks for the recorder before it would load it from a CDN. */
const globals = globalThis as unknown as { __mp_recorder: new (client: unknown) => Recorder };

const Original = globals.__mp_recorder;
/** The recorder with a filter: it drops events of pages that must not be recorded, and masks text in attributes. */
globals.__mp_recorder = class extends Original {
  constructor(client: unknown) {
    super(client);
    const record = this.rrwebRecord;
    this.rrwebRecord = options =>
      record({
        ...options,
        emit: event => {
          if (isRecordable(location.pathname)) options.emit(masked(event));
        },
      });
  }
};
