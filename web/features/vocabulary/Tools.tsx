import { memo, type RefObject, useEffect, useState } from 'react';
import { StoryIcon } from '../../shared/components/StoryIcon.tsx';
import type { Choice } from './glossary/choice.ts';
import styles from './Tools.module.css';

/** Milliseconds after the last key until the search text is written to the address. */
const SEARCH_DELAY = 250;

interface Filter {
  readonly name: 'state' | 'level' | 'book' | 'kind' | 'sort';
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string, count?: number | undefined])[];
}

/** Search and filters. The menus are native selects, which a phone shows at its bottom. */
export const Tools = memo(function Tools({
  choice,
  books,
  states,
  levels,
  search,
  onChoose,
}: {
  choice: Choice;
  books: readonly { readonly id: string; readonly title: string }[];
  states: ReadonlyMap<string, number>;
  levels: ReadonlyMap<string, number>;
  search: RefObject<HTMLInputElement | null>;
  onChoose: (choice: Partial<Choice>) => void;
}) {
  const filters: readonly Filter[] = [
    {
      name: 'state',
      label: 'State',
      options: [
        ['all', 'All', states.get('all')],
        ['seen', 'Seen', states.get('seen')],
        ['known', 'Known', states.get('known')],
        ['counted', 'In your known count', states.get('counted')],
        ['credited', 'Credited, not earned', states.get('credited')],
        ['due', 'Due for review', states.get('due')],
        ['kept', 'Kept', states.get('kept')],
      ],
    },
    {
      name: 'level',
      label: 'Level',
      options: [
        ['all', 'All', levels.get('all')],
        ...['I', 'II', 'III', 'IV'].map(level => [level, `Level ${level}`, levels.get(level)] as const),
      ],
    },
    {
      name: 'book',
      label: 'Book',
      options: [
        ['all', 'All'],
        ...books.map(({ id, title }) => [id, `Met in ${title}`] as const),
        ['unmet', 'Not met in a book yet'],
        ['none', 'No longer in a book'],
      ],
    },
    {
      name: 'kind',
      label: 'Kind',
      options: [
        ['words', 'Words'],
        ['endings', 'Endings'],
        ['all', 'Words and endings'],
      ],
    },
    {
      name: 'sort',
      label: 'Order',
      options: [
        ['met', 'Last met first'],
        ['since', 'Newest level first'],
        ['due', 'Due first'],
        ['missed', 'Missed most first'],
        ['title', 'A to Z'],
      ],
    },
  ];
  return (
    <search className={styles['tools']}>
      <Search value={choice.search} input={search} onSearch={text => onChoose({ search: text })} />
      <div className={styles['pills']}>
        {filters.map(filter => (
          <Pill
            key={filter.name}
            {...filter}
            value={choice[filter.name]}
            onChange={value => onChoose({ [filter.name]: value } as Partial<Choice>)}
          />
        ))}
      </div>
    </search>
  );
});

function Search({
  value,
  input,
  onSearch,
}: {
  value: string;
  input: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [given, setGiven] = useState(value);
  /** The last text of this field that was searched for. */
  const [sent, setSent] = useState(value);
  if (given !== value) {
    setGiven(value);
    // The address can change from outside: by 'clear', or by the back button. What was sent comes back after later keys.
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      setSent(text);
      onSearch(text);
    }, SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <label className={styles['find']}>
      <StoryIcon name="search" size={20} />
      <input
        ref={input}
        type="search"
        aria-label="Search"
        value={text}
        placeholder="Search Spanish or English"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (text === '') event.currentTarget.blur();
          else setText('');
        }}
      />
      <span className={styles['kbd']} aria-hidden="true">
        /
      </span>
    </label>
  );
}

/** A filter that is set shows its value, and is blue. */
function Pill({
  name,
  label,
  options,
  value,
  onChange,
}: Filter & { value: string; onChange: (value: string) => void }) {
  const [first] = options[0] ?? [''];
  const isChosen = value !== first && name !== 'sort';
  const shown = options.find(([option]) => option === value)?.[1] ?? label;
  const always = name === 'sort' || name === 'kind';
  return (
    <span className={`${styles['pill']} ${isChosen ? styles['on'] : ''}`}>
      <span aria-hidden="true">{isChosen || always ? shown : label}</span>
      <svg viewBox="0 0 24 24" width={16} height={16} aria-hidden="true">
        <path d="M5 9l7 7 7-7" />
      </svg>
      <select aria-label={label} value={value} onChange={event => onChange(event.target.value)}>
        {options.map(([option, text, count]) => (
          <option key={option} value={option}>
            {text}
            {count === undefined ? '' : ` (${count})`}
          </option>
        ))}
      </select>
    </span>
  );
}
