import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../shared/components/Button.tsx';
import { ErrorState } from '../shared/components/feedback/States.tsx';

/** Catches errors of a page, or of loading its code (a new version, no network), and offers to reload. */
export function FailureBoundary({ children }: { children: ReactNode }) {
  return <Boundary address={useLocation().key}>{children}</Boundary>;
}

interface Props {
  /** A new address resets the boundary. */
  readonly address: string;
  readonly children: ReactNode;
}

/** Error boundaries must be classes. */
class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.address !== this.props.address) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
}
