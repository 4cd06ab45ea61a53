import { codesOf, stepText } from './attemptSteps';

it('tells a step in plain words', () => {
  expect(stepText({ step: 'publish', outcome: 'done' }, 'Instagram')).toBe('Instagram accepted the post');
  expect(stepText({ step: 'upload', outcome: 'interrupted' }, 'Facebook')).toBe(
    'Sending the file was interrupted',
  );
  expect(stepText({ step: 'result', outcome: 'failed' }, 'Facebook')).toBe('The post failed');
  expect(stepText({ step: 'thaw', outcome: 'failed' }, 'Facebook')).toBe('thaw: failed');
});

it('gives Meta’s numbers where there are any', () => {
  expect(codesOf({ code: 190, subcode: 460, trace_id: 'AbC' })).toBe('Meta error 190/460, trace AbC');
  expect(codesOf({ code: 368, subcode: null, trace_id: null })).toBe('Meta error 368');
  expect(codesOf({ code: null, subcode: null, trace_id: null })).toBe('');
});
