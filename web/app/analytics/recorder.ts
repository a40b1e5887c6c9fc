import 'mixpanel-browser/dist/mixpanel-recorder.js';
import { masked, type RecordedEvent } from './masking.ts';
import { isRecordable } from './recordable.ts';

interface RecordOptions {
  readonly emit: (event: RecordedEvent) => void;
}
interface Recorder {
  rrwebRecord: (options: RecordOptions) => unknown;
}
/** Where the recorder's file puts its class, and mixpanel-browser looks for it before it would load it from elsewhere. */
const globals = globalThis as unknown as { __mp_recorder: new (client: unknown) => Recorder };

const Original = globals.__mp_recorder;
/** The recorder, behind a gate: no event of a page that may not be recorded gets through, and no text in an attribute. */
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
