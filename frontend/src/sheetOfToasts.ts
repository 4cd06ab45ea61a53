/**
 * The toasts' library looks for this element and would otherwise make it by `innerHTML`, which the policy of the pages
 * takes from nobody. It writes into the text.
 */
const sheet = document.createElement('style');
sheet.id = '_goober';
sheet.textContent = ' ';
// Before our own styles, which come after it whatever page it is.
document.head.prepend(sheet);
