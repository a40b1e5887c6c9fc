import { useEffect, useState } from 'react';
import { type Sample, sampleSentence } from '../../../../facade/sample-sentence.ts';
import { useClient } from '../../../shared/session.tsx';
import { useSite } from '../../../shared/site.tsx';

/** The sample sentence: from the page's data, or fetched after a navigation from another page. */
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
      // The page works without it.
      () => {},
    );
    return () => left.abort();
  }, [asks, client]);
  return sample ?? asked;
}
