/** Of the first line of a history export (docs/export.md). */
export const historyFormat = { format: 'camino-history', version: 1 } as const;
