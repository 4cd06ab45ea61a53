/** Media queries of what has little room. */
export const PHONE = '@media (max-width:599px)';
/** A browser that is zoomed in, or a phone on its side. */
export const LOW = '@media (max-height:599px)';
export const SMALL = '@media (max-width:599px), (max-height:599px)';
