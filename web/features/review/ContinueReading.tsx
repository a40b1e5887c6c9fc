import { ButtonLink } from '../../shared/components/Button.tsx';

/** The next chapter to read. */
export interface NextToRead {
  readonly to: string;
  readonly title: string;
  readonly chapter: number;
}

/** The link back to the book. */
export function ContinueReading({ onward }: { onward: NextToRead | undefined }) {
  if (!onward) return <ButtonLink to="/library">To the library</ButtonLink>;
  return (
    <ButtonLink to={onward.to}>
      <span>
        Read on: <span lang="es">{onward.title}</span>, chapter {onward.chapter}
      </span>
    </ButtonLink>
  );
}
