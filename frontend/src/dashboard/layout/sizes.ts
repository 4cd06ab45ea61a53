/** Media queries of small screens. */
export const PHONE = '@media (max-width:599px)';
/** A zoomed browser, or a phone in landscape. */
export const LOW = '@media (max-height:599px)';
export const SMALL = '@media (max-width:599px), (max-height:599px)';
