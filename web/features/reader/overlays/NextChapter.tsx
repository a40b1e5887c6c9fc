import { Button } from '../../../shared/components/Button.tsx';

/** The chapter after this one. */
export interface Following {
  readonly address: string;
  readonly title: string;
  /** The learner may read it; otherwise it needs a subscription. */
  readonly isOpen: boolean;
}

/** The button to the next chapter: the primary action if the learner may read it. */
export function NextChapter({
  next: { address, title, isOpen },
  onLeave,
}: {
  next: Following;
  onLeave: (to: string) => void;
}) {
  return (
    <Button
      look={isOpen ? 'primary' : 'outline'}
      data-first-focus={isOpen || undefined}
      onClick={() => onLeave(address)}
    >
      {isOpen ? (
        <span>
          Next chapter: <span lang="es">{title}</span>
        </span>
      ) : (
        'Subscribe to read on'
      )}
    </Button>
  );
}
