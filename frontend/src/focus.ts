/** Moves the focus where it was lost, and not from a field in which somebody types or chooses. */
export function focusUnlessInField(element: HTMLElement | null | undefined): void {
  if (!document.activeElement?.matches('input, textarea, select, [role="combobox"]')) element?.focus();
}
