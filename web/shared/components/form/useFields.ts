import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react';

type Values = Readonly<Record<string, string>>;

/** The properties that connect a `Field` to a form; spread them. */
export interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => void;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onBlur: () => void;
}

/**
 * The text fields of a form. A field's error appears when the field has lost the focus; an error from the server stays until
 * that field is edited.
 * @param check the error of each invalid field; without it only the server can tell
 */
export function useFields<V extends Values>(
  initial: V,
  check: (values: V) => { readonly [name in keyof V]?: string | undefined } = () => ({}),
) {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set());
  const [refused, setRefused] = useState<{ readonly [name in keyof V]?: string | undefined }>({});
  const elements = useRef(new Map<keyof V, HTMLInputElement | HTMLTextAreaElement>());
  useEffect(() => {
    // Typed, or filled in by the browser, into a prerendered form before its code was there.
    const typed = Array.from(elements.current, ([name, { value }]) => [name, value] as const);
    setValues(now =>
      typed.every(([name, value]) => now[name] === value) ? now : { ...now, ...Object.fromEntries(typed) },
    );
  }, []);
  const wrong = check(values);
  const focus = (name: keyof V) => elements.current.get(name)?.focus();
  const change = (name: keyof V, value: string) => {
    setValues(now => ({ ...now, [name]: value }));
    setRefused(now => ({ ...now, [name]: undefined }));
  };
  return {
    values,
    isValid: Object.values(wrong).every(text => text === undefined),
    field: (name: keyof V & string): FieldProps => ({
      name,
      value: values[name] ?? '',
      error: refused[name] ?? (left.has(name) ? wrong[name] : undefined),
      ref: element => {
        if (element) elements.current.set(name, element);
        else elements.current.delete(name);
      },
      onChange: event => change(name, event.target.value),
      onBlur: () => setLeft(now => new Set(now).add(name)),
    }),
    /** Shows the server's refusal at this field and focuses it. */
    refuse: (name: keyof V, text: string) => {
      setRefused({ [name]: text } as typeof refused);
      focus(name);
    },
    focus,
    /** Takes the server's refusals back: an edit elsewhere may have removed their cause. */
    clearRefusals: () => setRefused({}),
    /** Sets values without marking the fields as visited. */
    put: useCallback((some: (now: V) => Partial<V>) => {
      setValues(now => ({ ...now, ...some(now) }));
      setLeft(new Set<keyof V>());
    }, []),
  };
}
