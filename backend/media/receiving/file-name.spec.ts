import type { FileInfo } from 'busboy';
import { fileNameOf, nameOfPart } from './file-name';

const ofPart = (filename: string) => nameOfPart({ filename } as FileInfo);

it.each([
  ['Winter menu.mp4', 'Winter menu.mp4'],
  ['../../etc/winter.mp4', 'winter.mp4'],
  ['C:\\films\\winter.mp4', 'winter.mp4'],
  ['a\u202egpj.exe\r\n.jpg', 'a gpj.exe .jpg'],
  ['क्\u200dष 👩\u200d🍳.mp4', 'क्\u200dष 👩\u200d🍳.mp4'],
  ['half \ud83d.mp4', 'half \ufffd.mp4'],
  ['  ', 'file'],
  ['films/', 'file'],
  ['', 'file'],
])('takes %j for %j, in a form and in a resumable upload', (given, name) => {
  expect([fileNameOf(given), ofPart(given)]).toEqual([name, name]);
});

it('is cut between two characters', () => {
  expect(fileNameOf('😀'.repeat(300))).toBe('😀'.repeat(255));
});

it('is "file" when none is given', () => {
  expect([fileNameOf(undefined), fileNameOf(null), nameOfPart({} as FileInfo)]).toEqual([
    'file',
    'file',
    'file',
  ]);
});

it('undoes what browsers write in the name of a part, and nothing else', () => {
  expect(ofPart('a%22b%0D%0Ac 100%25 %2F %e2.mp4')).toBe('a"b c 100%25 %2F %e2.mp4');
  expect(fileNameOf('a%22b.mp4')).toBe('a%22b.mp4');
});
