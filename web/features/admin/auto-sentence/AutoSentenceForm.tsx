import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { addSentence } from '../../../../facade/books.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { useClient } from '../../../shared/session.tsx';
import { Panel, type PanelState } from '../panel/Panel.tsx';
import { raised } from '../replies.ts';
import styles from './AutoSentence.module.css';
import { DropZone } from './DropZone.tsx';
import { Failures } from './Failures.tsx';
import type { Folder } from './folder.ts';
import { JsonForm } from './JsonForm.tsx';
import { pauseFor } from './pause.ts';
import { countsOf, SendingProgress } from './SendingProgress.tsx';
import { createSender, type Sending } from './sending.ts';
import { type LeaveTarget, leave, useLeaveGuard } from './useLeaveGuard.ts';

/** Auto sentence (spec 2, 5, 7): a folder of .json files, sent one after the other, or one sentence as text. */
export function AutoSentenceForm({ place }: { place: PanelState }) {
  const client = useClient();
  const navigate = useNavigate();
  const [sender] = useState(() =>
    createSender({
      post: async body => raised(await client.call(addSentence, { body })),
      pause: pauseFor,
    }),
  );
  // A session that ends in another tab takes the page away without asking.
  useEffect(() => sender.stop, [sender]);
  const sending = useSyncExternalStore(sender.subscribe, sender.sending);
  const isSending = sending?.state === 'sending';
  const [isAdding, setAdding] = useState(false);
  const [empty, setEmpty] = useState<string>();
  const [other, setOther] = useState<Folder>();
  const [out, setOut] = useState<LeaveTarget>();
  useLeaveGuard(isSending, setOut);

  const take = (folder: Folder) => {
    setEmpty(folder.files.length === 0 ? folder.name : undefined);
    if (folder.files.length === 0) return;
    if (isSending) setOther(folder);
    else sender.send(folder);
  };
  return (
    <>
      <Panel form="auto-sentence" place={place} running={runningText(sending, isAdding)}>
        <div className={styles['folder']}>
          <DropZone onFolder={take} />
          {sending && <SendingProgress sending={sending} sender={sender} />}
          {empty !== undefined && (
            <Banner type="error">No file in {empty} ends in .json. Nothing was sent.</Banner>
          )}
          {sending && <Failures sending={sending} sender={sender} />}
          <JsonForm onBusy={setAdding} />
        </div>
      </Panel>
      {/* Outside the form, which is hidden when it is closed: leaving the page must still ask. */}
      {sending && other && (
        <Dialog
          onClose={() => setOther(undefined)}
          title={`Send ${other.name} instead?`}
          description={`${progressText(sending)} of ${sending.folder} have gone. The rest of it would not be sent.`}
        >
          <DialogActions>
            <Button look="outline" onClick={() => setOther(undefined)}>
              Keep sending {sending.folder}
            </Button>
            <Button
              onClick={() => {
                sender.send(other);
                setOther(undefined);
              }}
            >
              Send {other.name}
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {sending && out !== undefined && (
        <Dialog
          onClose={() => setOut(undefined)}
          title="Stop sending and leave?"
          description={`${progressText(sending)} of ${sending.folder} have gone. The rest of it would not be sent.`}
        >
          <DialogActions>
            <Button look="outline" onClick={() => setOut(undefined)}>
              Stay
            </Button>
            <Button
              onClick={() => {
                sender.stop();
                setOut(undefined);
                leave(out, navigate);
              }}
            >
              Leave
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

function progressText(sending: Sending): string {
  return `${countsOf(sending).done} of ${sending.files.length}`;
}

function runningText(sending: Sending | undefined, isAdding: boolean): string | undefined {
  if (sending?.state === 'sending') return progressText(sending);
  return isAdding ? 'Being added…' : undefined;
}
