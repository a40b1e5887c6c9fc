import type { ReactNode } from 'react';
import { AdminIcon } from '../AdminIcon.tsx';
import styles from './Table.module.css';

/**
 * A table whose rows are blocks on a phone. The roles are written out because a table that is laid out as something else
 * loses its own in some browsers.
 */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  /** The heads: `Head` elements. */
  columns: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['sheet']}>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <table role="table" aria-label={label} className={styles['table']}>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <tr role="row">{columns}</tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ soft = false, children }: { soft?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as in Table.
    <tr role="row" className={soft ? styles['soft'] : undefined}>
      {children}
    </tr>
  );
}

/** @param sort makes the head a button that sorts */
export function Head({
  children,
  number = false,
  sort,
  width,
}: {
  children: ReactNode;
  number?: boolean;
  sort?: { readonly now: 'ascending' | 'descending' | undefined; readonly onSort: () => void };
  /** A CSS length: columns keep their place while numbers change. */
  width?: string;
}) {
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: as in Table.
      role="columnheader"
      scope="col"
      className={number ? styles['number'] : undefined}
      style={width === undefined ? undefined : { width }}
      aria-sort={sort ? (sort.now ?? 'none') : undefined}
    >
      {sort ? (
        <button type="button" className={styles['sort']} onClick={sort.onSort}>
          {children}
          {sort.now && <AdminIcon name={sort.now === 'ascending' ? 'up' : 'down'} size={14} />}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** @param label the head again, shown where a phone has no heads; `wide` takes a line of its own there */
export function Cell({
  label,
  number = false,
  wide = false,
  actions = false,
  children,
}: {
  label?: string;
  number?: boolean;
  wide?: boolean;
  actions?: boolean;
  children: ReactNode;
}) {
  const classes = [
    number && styles['number'],
    wide && styles['wide'],
    actions && styles['actions'],
    (children === null || children === undefined || children === false) && styles['none'],
  ];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as in Table.
    <td role="cell" className={classes.filter(Boolean).join(' ') || undefined}>
      {label !== undefined && (
        <span className={styles['label']} aria-hidden="true">
          {label}
        </span>
      )}
      {children}
    </td>
  );
}
