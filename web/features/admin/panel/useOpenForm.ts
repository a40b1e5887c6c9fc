import { useEffect, useState } from 'react';
import { type FormName, isFormName } from './panels.ts';

/**
 * The open form, if any; the address's hash names it. A click replaces the address without the router, which would
 * scroll to the form.
 */
export function useOpenForm(): readonly [open: FormName | undefined, toggle: (form: FormName) => void] {
  const [open, setOpen] = useState(formInAddress);
  useEffect(() => {
    const follow = () => setOpen(before => formInAddress() ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const toggle = (form: FormName) => {
    const next = form === open ? undefined : form;
    history.replaceState(history.state, '', next ? `#${next}` : location.pathname + location.search);
    setOpen(next);
  };
  return [open, toggle];
}

function formInAddress(): FormName | undefined {
  const name = location.hash.slice(1);
  return isFormName(name) ? name : undefined;
}
