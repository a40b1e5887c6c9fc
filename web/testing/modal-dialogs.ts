/** Modal dialogs for jsdom, which has none: they open and close, but do not make the rest of the page inert. */
export function addModalDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
