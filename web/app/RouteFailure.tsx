import { Button } from '../shared/components/Button.tsx';
import { ErrorState } from '../shared/components/feedback/States.tsx';

/** A page broke, or its code did not load (a new version was published, the network is gone): loading anew mends both. */
export function RouteFailure() {
  return (
    <main>
      <ErrorState messages={['something went wrong']}>
        <p>This page could not be shown. What you have read so far is safe.</p>
        <Button look="outline" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </ErrorState>
    </main>
  );
}
