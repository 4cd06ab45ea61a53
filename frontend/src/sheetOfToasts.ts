/**
 * notistack looks for this element and would otherwise create it by `innerHTML`, which the content security policy blocks.
 * It appends its styles to the text.
 */
const sheet = document.createElement('style');
sheet.id = '_goober';
sheet.textContent = ' ';
// Before our own styles, so that they win.
document.head.prepend(sheet);
