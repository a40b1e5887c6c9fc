/** Links to the parts of the page. They change the address without a new entry, so that the back button leaves. */
export function OnThisPage({ places }: { places: readonly (readonly [id: string, name: string])[] }) {
  return (
    <nav aria-label="On this page">
      {places.map(([id, name]) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={event => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            history.replaceState(history.state, '', `#${id}`);
            document.getElementById(id)?.scrollIntoView();
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
