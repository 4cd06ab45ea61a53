const THRESHOLD = 0.1;

/**
 * Lets each element fade in, once, when a tenth of it is seen; what is in sight already stays as it is. Until then it is
 * there: for a printer, a picture of the whole page, and whoever scrolls slowly.
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
