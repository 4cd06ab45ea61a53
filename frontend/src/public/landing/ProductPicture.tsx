const PICTURES = '/src/public/landing/pictures';
const PHONE = '(max-width: 599px)';
const DARK = '(prefers-color-scheme: dark)';
const WIDE = { width: 1200, height: 540 };
const NARROW = { width: 390, height: 640 };

/** Of the product itself; test/ui/landing-pictures.ts takes the pictures. They come when they are about to be seen. */
export function ProductPicture() {
  return (
    <figure className="product">
      <picture>
        <source media={`${PHONE} and ${DARK}`} srcSet={`${PICTURES}/home-narrow-dark.webp`} {...NARROW} />
        <source media={PHONE} srcSet={`${PICTURES}/home-narrow-light.webp`} {...NARROW} />
        <source media={DARK} srcSet={`${PICTURES}/home-wide-dark.webp`} {...WIDE} />
        <img
          src={`${PICTURES}/home-wide-light.webp`}
          alt="The dashboard: what goes out next and when, and what failed lately with the reason and a button to retry."
          loading="lazy"
          decoding="async"
          {...WIDE}
        />
      </picture>
      <figcaption>The dashboard as it is, with made-up posts.</figcaption>
    </figure>
  );
}
