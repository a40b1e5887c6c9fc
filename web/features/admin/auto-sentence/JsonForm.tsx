import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addSentence } from '../../../../facade/books.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { TextArea } from '../../../shared/components/form/Field.tsx';
import { useClient } from '../../../shared/session.tsx';
import formStyles from '../panel/Form.module.css';
import { adminMessage, raised } from '../replies.ts';
import { sentenceOf } from './json.ts';

/** One sentence as JSON text with meta and wordInstances (spec 5). */
export function JsonForm({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const client = useClient();
  const [text, setText] = useState('');
  const adding = useMutation({
    mutationFn: async (json: string) => raised(await client.call(addSentence, { body: sentenceOf(json) })),
    onMutate: () => onBusy(true),
    onSuccess: () => setText(''),
    onSettled: () => onBusy(false),
  });
  return (
    <form
      className={formStyles['form']}
      aria-label="Auto sentence"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!adding.isPending) adding.mutate(text);
      }}
    >
      <TextArea
        label="Or one sentence as JSON, with meta and wordInstances"
        name="json"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {adding.isError && <Banner type="error">{adminMessage(adding.error)}</Banner>}
      {adding.isSuccess && <Banner type="success">{adding.data.message}</Banner>}
      <div className={formStyles['actions']}>
        <Button type="submit" look="outline" busy={adding.isPending}>
          Add sentence
        </Button>
      </div>
    </form>
  );
}
