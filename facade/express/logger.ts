/** What the API needs of a structured logger (pino's shape). Request and command id are added by the logger itself. */
export interface Logger {
  readonly error: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
}
