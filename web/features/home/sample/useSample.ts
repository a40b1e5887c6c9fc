import { useEffect, useState } from 'react';
import { type Sample, sampleSentence } from '../../../../facade/sample-sentence.ts';
import { useClient } from '../../../shared/session.tsx';
import { useSite } from '../../../shared/site.tsx';

/** The sentence to try: from the page, or asked for where somebody came here from another one. */
export function useSample(wanted: boolean): Sample | null {
  const { sample } = useSite();
  const client = useClient();
  const [asked, setAsked] = useState<Sample | null>(null);
  const asks = wanted && sample === undefined;
  useEffect(() => {
    if (!asks) return;
    const left = new AbortController();
    client.call(sampleSentence, { signal: left.signal }).then(
      reply => setAsked(reply.sample),
      // The page is whole without it.
      () => {},
    );
    return () => left.abort();
  }, [asks, client]);
  return sample ?? asked;
}
