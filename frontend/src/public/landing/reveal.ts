const THRESHOLD = 0.1;

/** Lets each element fade in, once, when a tenth of it is seen; what is in sight already stays as it is. */
export function revealOnSight(elements: Iterable<Element>) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          target.classList.remove('unseen');
          observer.unobserve(target);
        }
      }
    },
    { threshold: THRESHOLD },
  );
  for (const element of elements) {
    if (element.getBoundingClientRect().top < innerHeight) continue;
    element.classList.add('unseen');
    observer.observe(element);
  }
}
