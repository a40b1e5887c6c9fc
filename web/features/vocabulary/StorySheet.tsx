import { useEffect, useId, useRef } from 'react';
import { Icon } from '../../shared/components/Icon.tsx';
import { closeAfterPaint, Modal } from '../../shared/components/Modal.tsx';
import type { StoryAction } from '../../shared/story/Story.tsx';
import Story from '../../shared/story/Story.tsx';
import type { Met } from './glossary/glossary.ts';
import styles from './StorySheet.module.css';

/** Pixels that the sheet must be dragged down before it closes. */
const CLOSE_DISTANCE = 90;

/** A fragment's story: beside the list on a wide screen, otherwise a sheet from the bottom. */
export default function StorySheet({
  fragment,
  title,
  languageId,
  beside,
  onDone,
  onClose,
}: {
  fragment: Met;
  title: string;
  languageId: string;
  beside: boolean;
  onDone: (done: StoryAction) => void;
  onClose: () => void;
}) {
  const label = useId();
  const content = useRef<HTMLDivElement>(null);
  const begun = useRef<number>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  // Beside the list, a screen reader learns only by the focus that a story has opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each story.
  useEffect(() => {
    if (beside) heading.current?.focus({ preventScroll: true });
  }, [beside, fragment.id]);
  const close = () => (beside ? onClose() : closeAfterPaint(content.current, onClose));
  const body = (
    <div ref={content} className={styles['content']}>
      {!beside && (
        <span
          className={styles['grip']}
          aria-hidden="true"
          onPointerDown={event => {
            begun.current = event.clientY;
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={event => {
            const dialog = content.current?.closest('dialog');
            if (begun.current === undefined || !dialog) return;
            dialog.style.translate = `0 ${Math.max(0, event.clientY - begun.current)}px`;
          }}
          onPointerUp={event => {
            const dialog = content.current?.closest('dialog');
            const far = begun.current !== undefined && event.clientY - begun.current > CLOSE_DISTANCE;
            begun.current = undefined;
            if (dialog) dialog.style.translate = '';
            if (far) close();
          }}
        />
      )}
      <div className={styles['head']}>
        <h2 ref={heading} id={label} lang="es" tabIndex={-1} data-title>
          {title}
        </h2>
        <button type="button" className={styles['close']} aria-label="Close" data-first-focus onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <Story key={fragment.id} languageId={languageId} fragmentId={fragment.id} onDone={onDone} />
    </div>
  );
  if (beside)
    return (
      <aside className={styles['beside']} aria-labelledby={label}>
        {body}
      </aside>
    );
  return (
    <Modal className={styles['sheet']} label={label} onClose={close} closesOutside>
      {body}
    </Modal>
  );
}
