import { ButtonLink } from '../../shared/components/Button.tsx';

/** The chapter to go on with. */
export interface Onward {
  readonly to: string;
  readonly title: string;
  readonly chapter: number;
}

/** The way back to the book. */
export function ReadOn({ onward }: { onward: Onward | undefined }) {
  if (!onward) return <ButtonLink to="/library">To the library</ButtonLink>;
  return (
    <ButtonLink to={onward.to}>
      <span>
        Read on: <span lang="es">{onward.title}</span>, chapter {onward.chapter}
      </span>
    </ButtonLink>
  );
}
