import { useRef, useState } from 'react';
import { AdminIcon } from '../AdminIcon.tsx';
import styles from './AutoSentence.module.css';
import { chosenFolder, droppedFolder, type Folder } from './folder.ts';

/** Takes a folder: dropped, or chosen by click, Enter or Space. */
export function DropZone({ onFolder }: { onFolder: (folder: Folder) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles['drop']} ${isOver ? styles['over'] : ''}`}
        onClick={() => input.current?.click()}
        onDragOver={event => {
          // Otherwise the browser would open the dropped file.
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault();
          setOver(false);
          void droppedFolder(event.dataTransfer).then(onFolder);
        }}
      >
        <AdminIcon name="folder" size={32} />
        <span>
          <b>Drop a folder here</b> or choose one
        </span>
        <span>Only files ending in .json, sent in order</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...{ webkitdirectory: '' }}
        onChange={event => {
          const files = Array.from(event.target.files ?? []);
          // Choosing the same folder again must also fire a change event.
          event.target.value = '';
          if (files.length > 0) onFolder(chosenFolder(files));
        }}
      />
    </>
  );
}
