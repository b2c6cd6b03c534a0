import type { FileFacts } from '@hubbub/media-info';
import { expect, test } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import type { Connector } from '../../../core/connector.ts';
import { issuesOf } from './check-limits.ts';
import { contentOn } from './checked-content.ts';

const FILM: FileFacts = {
  contentType: 'video/mp4',
  kind: 'video',
  bytes: 5_000_000,
  seconds: 30,
  fps: 30,
  width: 1280,
  height: 720,
  videoCodec: 'h264',
  audioCodec: 'aac',
};

/** What is wrong with a stored video, as rule, message and limit. */
function wrongWith(
  platform: keyof typeof connectors,
  changes: Partial<FileFacts>,
  canConvert: boolean,
  options: Record<string, unknown> = {},
) {
  const facts = { ...FILM, ...changes };
  const { contentType, bytes, seconds = 0, fps = 0 } = facts;
  const known = new Map([['med_1', { contentType, bytes, seconds, fps, facts, canConvert }]]);
  const said = { text: 'A', title: 'A', media: [{ source_type: 'media_id', source: 'med_1' } as const] };
  const content = contentOn(platform, { ...said, platform_data: { [platform]: options } }, {}, known);
  return issuesOf(connectors[platform] as Connector, content)
    .filter(({ rule }) => rule.startsWith('video'))
    .map(({ rule, message, limit }) => [rule, message, limit]);
}

const OUTSIDE: readonly [keyof typeof connectors, Partial<FileFacts>, string, RegExp, number | undefined][] = [
  [
    'bluesky',
    { contentType: 'video/quicktime' },
    'video_type',
    /is video\/quicktime, which is not accepted, and/,
    undefined,
  ],
  ['twitter', { videoCodec: 'hevc' }, 'video_type', /has video as hevc, which is not accepted, and/, undefined],
  ['instagram', { audioCodec: 'pcm' }, 'video_type', /has sound as pcm, which is not accepted, and/, undefined],
  ['telegram', { bytes: 60_000_000 }, 'video_size', /is 60000000 bytes, more than \d+, and/, 50 * 1024 * 1024],
  ['threads', { fps: 120 }, 'video_fps', /has 120 frames a second, more than 60, and/, 60],
];

test.each(OUTSIDE)(
  '%s: %o is transcoded to fit, and rejected without ffmpeg',
  (platform, changes, rule, words, limit) => {
    expect(wrongWith(platform, {}, false)).toEqual([]);
    expect(wrongWith(platform, changes, true)).toEqual([]);
    const [found, ...others] = wrongWith(platform, changes, false);
    expect(others).toEqual([]);
    expect(found).toEqual([
      rule,
      expect.stringMatching(words),
      ...(limit === undefined ? [undefined] : [expect.anything()]),
    ]);
    expect(found?.[1]).toMatch(/converting videos needs ffmpeg, which is not installed\.$/);
  },
);

test('a larger image is resized when possible; otherwise the platform decides', () => {
  for (const canConvert of [true, false])
    expect(wrongWith('instagram', { width: 3840, height: 2160 }, canConvert)).toEqual([]);
});

test('a video that no conversion can fit is rejected with the reason', () => {
  const hours = (seconds: number) => ({ seconds, contentType: 'video/x-matroska' });
  expect(wrongWith('telegram', hours(10 * 3600), true)).toEqual([
    ['video_type', expect.stringContaining('videos of more than 2 hours are not converted'), undefined],
  ]);
  expect(wrongWith('telegram', hours(7000), true)).toEqual([
    [
      'video_type',
      expect.stringMatching(/is too long to fit into \d+ bytes with an image worth looking at/),
      undefined,
    ],
  ]);
  // How long a video may be no copy changes.
  expect(wrongWith('bluesky', { seconds: 200 }, true)).toMatchObject([['video_seconds_max', expect.anything(), 180]]);
});

test('limits of a kind of post apply to its renditions', () => {
  expect(wrongWith('instagram', { bytes: 200 * 1024 ** 2 }, false)).toEqual([]);
  expect(wrongWith('instagram', { bytes: 200 * 1024 ** 2 }, false, { content_type: 'stories' })).toMatchObject([
    ['video_size', expect.stringContaining('ffmpeg'), 100 * 1024 ** 2],
  ]);
});
