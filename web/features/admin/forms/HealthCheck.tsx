import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { checkHealth } from '../../../../facade/books.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import { useClient } from '../../../shared/session.tsx';
import styles from '../panel/Form.module.css';
import { adminMessage } from '../replies.ts';

/** Lists positions of a book without a sentence (spec 8, check health). Read only. */
export function HealthCheck() {
  const client = useClient();
  const [bookTitle, setBookTitle] = useState('');
  const [isMissing, setMissing] = useState(false);
  const check = useMutation({
    mutationFn: async (title: string) => {
      const reply = await client.call(checkHealth, { query: { bookTitle: title } });
      if (reply.isError) throw new Error(reply.message.join(', '));
      return reply;
    },
  });
  return (
    <form
      className={styles['form']}
      aria-label="Health check"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        setMissing(bookTitle.trim() === '');
        if (bookTitle.trim() !== '' && !check.isPending) check.mutate(bookTitle.trim());
      }}
    >
      <Field
        label="Book title"
        name="bookTitle"
        required
        autoComplete="off"
        value={bookTitle}
        error={isMissing ? 'Book title is required' : undefined}
        onChange={event => {
          setBookTitle(event.target.value);
          setMissing(false);
        }}
      />
      <div className={styles['actions']}>
        <Button type="submit" busy={check.isPending}>
          Check health
        </Button>
      </div>
      {check.isError && <Banner type="error">{adminMessage(check.error)}</Banner>}
      {check.isSuccess && (
        <div className={styles['found']}>
          <Banner type="success">Total missing sentences: {check.data.total}</Banner>
          {check.data.total > 0 && (
            <>
              <p>The following positions were not found:</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard. */}
              <ul className={styles['positions']} tabIndex={0} aria-label="Missing positions">
                {check.data.message.map(position => (
                  <li key={position}>{position}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </form>
  );
}
