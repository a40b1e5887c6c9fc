import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reportIssue } from '../../../../facade/contact.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog } from '../../../shared/components/Dialog.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { TextArea } from '../../../shared/components/form/Field.tsx';
import { messageOf } from '../../../shared/failures.ts';
import { focusOnAppearance } from '../../../shared/focus.ts';
import { useClient } from '../../../shared/session.tsx';
import { useCommandId } from '../../../shared/useCommandId.ts';

interface Props {
  /** The name and address of the reporter (spec 5: from the profile). */
  username: string | null;
  email: string;
  /** The keys of the current word and clause, appended to the message. */
  keys: readonly string[];
  onClose: () => void;
}

/** The report form of the reader (spec 5), which asks for the message only. */
export default function ReportDialog({ username, email, keys, onClose }: Props) {
  const client = useClient();
  const [message, setMessage] = useState('');
  const commandIdFor = useCommandId();
  const report = useMutation({
    mutationFn: () => {
      const body = {
        name: username ?? email,
        email,
        subject: 'SV Issue',
        message: [message.trim(), ...keys].join('\n'),
      };
      return client.call(reportIssue, { body, commandId: commandIdFor(body) });
    },
  });
  return (
    <Dialog onClose={onClose} title="Report an Issue" description="What is wrong with this sentence?">
      {report.isSuccess ? (
        <>
          <Banner type="success">{report.data.message}</Banner>
          {/* The button that had the focus went with the form. */}
          <Button ref={focusOnAppearance} onClick={onClose}>
            Read on
          </Button>
        </>
      ) : (
        <form
          onSubmit={event => {
            event.preventDefault();
            if (message.trim()) report.mutate();
          }}
        >
          {report.isError && <Banner type="error">{messageOf(report.error) ?? 'no server response'}</Banner>}
          <TextArea
            label="Message"
            required
            data-first-focus
            onChange={event => setMessage(event.target.value)}
          />
          <Button type="submit" busy={report.isPending} disabled={!message.trim()}>
            Send
          </Button>
        </form>
      )}
    </Dialog>
  );
}
