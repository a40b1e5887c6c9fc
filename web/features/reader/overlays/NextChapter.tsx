import { Button } from '../../../shared/components/Button.tsx';

/** The chapter behind the one that was read. */
export interface Following {
  readonly address: string;
  readonly title: string;
  /** This learner may read it; otherwise it is for subscribers. */
  readonly isOpen: boolean;
}

/** The way to the next chapter: what comes next for whoever may read it. */
export function NextChapter({
  next: { address, title, isOpen },
  onLeave,
}: {
  next: Following;
  onLeave: (to: string) => void;
}) {
  return (
    <Button look={isOpen ? 'primary' : 'outline'} onClick={() => onLeave(address)}>
      <span>
        {isOpen ? 'Next chapter: ' : 'Subscribe for the next chapter: '}
        <span lang="es">{title}</span>
      </span>
    </Button>
  );
}
