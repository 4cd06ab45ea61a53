const THRESHOLD = 0.1;

/**
 * Fades each element in, once, when a tenth of it is visible; elements already in view stay as they are. Until then they
 * are rendered normally, for printers and full-page screenshots.
 */
export function revealOnSight(elements: Iterable<Element>) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          target.classList.add('seen');
          observer.unobserve(target);
        }
      }
    },
    { threshold: THRESHOLD },
  );
  for (const element of elements) {
    if (element.getBoundingClientRect().top < innerHeight) continue;
    observer.observe(element);
  }
}
