import { invalid } from '../common/errors/errors';
import { imageViolation, videoViolation, type ImageRules, type VideoRules } from '../media/rules';
import { factsOf } from './medium-facts';
import type { MediumRow } from './media-rows';

/** @throws DomainError 422 that names each file with the first rule that it breaks, as for files that come in a form */
export function refuseUnfit(rules: VideoRules | ImageRules, media: readonly MediumRow[]): void {
  const broken = new Map<string, string[]>();
  for (const medium of new Set(media)) {
    const sentence = violation(rules, medium);
    if (sentence !== undefined) broken.set(medium.name, [...(broken.get(medium.name) ?? []), sentence]);
  }
  const [first] = broken;
  if (first) throw invalid(Object.fromEntries(broken), `${first[0]}: ${first[1][0]}`);
}

function violation(rules: VideoRules | ImageRules, medium: MediumRow): string | undefined {
  const facts = factsOf(medium);
  if ('formats' in rules)
    return 'image' in facts ? imageViolation(rules, facts.image) : rules.sentences.format;
  return 'video' in facts ? videoViolation(rules, facts.video) : rules.sentences.container;
}
