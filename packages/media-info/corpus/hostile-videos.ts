import { be, half, join, latin1, wav, zip } from './bytes.ts';
import { accepted, type CorpusFile, rejected } from './corpus-file.ts';
import { box, fragmented, ftyp, mdat, moov, video, videoMoovLast, webm } from './videos.ts';

export function hostileVideos(): CorpusFile[] {
  const large = join(be(4, 1), 'mdat', be(8, 2 ** 40), Buffer.alloc(100));
  return [
    rejected('no-moov.mp4', join(ftyp(), mdat()), 'truncated'),
    rejected('signature-only.mp4', ftyp(), 'truncated'),
    rejected('moov-longer-than-file.mp4', join(ftyp(), be(4, 0x7fffffff), 'moov', Buffer.alloc(200)), 'truncated'),
    rejected('cut-before-moov.mp4', half(videoMoovLast()), 'truncated'),
    rejected('cut-behind-moov.mp4', video().subarray(0, -1000), 'truncated'),
    rejected('declares-a-terabyte.mp4', join(ftyp(), large), 'truncated'),
    rejected('empty-moov.mp4', join(ftyp(), box('moov'), mdat()), 'broken'),
    rejected(
      'no-track.mp4',
      join(ftyp(), box('moov', box('mvhd', be(4, 0, 0, 0, 1000, 5000), Buffer.alloc(80))), mdat()),
      'broken',
    ),
    rejected('no-duration.mp4', video({ seconds: 0 }), 'broken'),
    rejected('no-size.mp4', video({ width: 0 }), 'broken'),
    rejected('65535x65535.mp4', video({ width: 65_535, height: 65_535 }), 'too_large'),
    rejected('samples-behind-end.mp4', video({ chunkAt: 1_000_000 }), 'truncated'),
    rejected('samples-in-another-file.mov', video({ brand: 'qt  ', isExternal: true }), 'unsafe'),
    rejected('encrypted.mp4', video({ codec: 'encv' }), 'type'),
    rejected('box-shorter-than-its-head.mp4', join(ftyp(), be(4, 3), 'free', Buffer.alloc(100)), 'broken'),
    rejected('many-boxes.mp4', join(ftyp(), ...Array.from({ length: 30_000 }, () => box('free'))), 'too_large'),
    rejected(
      'many-tracks.mp4',
      join(ftyp(), moov({ more: join(...Array.from({ length: 100 }, () => moov().subarray(116))) }), mdat()),
      'broken',
    ),
    rejected('archive-behind-end.mp4', join(video(), box('free', zip())), 'unsafe'),
    rejected(
      'page-before-index.mp4',
      join(ftyp(), box('free', '<html><script>alert(1)</script>'), moov(), mdat()),
      'unsafe',
    ),
    rejected('page-as-box-size.mp4', join('<!--ftypisom', Buffer.alloc(100), '--><script>1</script>'), 'type'),
    ...hostileTables(),
    accepted('declares-less-than-its-samples.mp4', video({ declaredSeconds: 1, seconds: 5000 }), {
      contentType: 'video/mp4',
      seconds: 5000,
    }),
    accepted('shortened-by-edit-list.mp4', video({ declaredSeconds: 1, seconds: 5, hasEdits: true }), { seconds: 1 }),
    accepted('gps.mp4', video({ more: box('udta', box('\xa9xyz', be(2, 18, 0x15c7), '+52.5000+013.4000/')) }), {
      hasMetadata: true,
    }),
    accepted('video-named-sound.m4a', video({ brand: 'M4A ' }), { contentType: 'video/mp4', kind: 'video' }),
    accepted('sound-named-video.mp4', video({ soundOnly: true }), { contentType: 'audio/mp4', kind: 'audio' }),
    rejected('half-of-fragmented.mp4', half(fragmented(7)), 'truncated'),
    accepted('unknown-codec.mp4', video({ codec: 'zzzz' }), { videoCodec: 'zzzz' }),
    rejected('cut-in-header.webm', join(webm(5).subarray(0, 30)), 'truncated'),
    rejected('broken-header.webm', join(latin1('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'), Buffer.alloc(200)), 'broken'),
    rejected('cut-at-end.wav', wav(2).subarray(0, -500), 'truncated'),
    rejected('tag-longer-than-file.mp3', join('ID3\x04\0\0', '\x00\x00\x7f\x7f', Buffer.alloc(100)), 'truncated'),
    rejected(
      'cut-in-header.avi',
      join('RIFF', Buffer.from([0xff, 0xff, 0, 0]), 'AVI LIST', Buffer.alloc(100)),
      'truncated',
    ),
  ];
}

/** Few bytes that stand for many samples, of which a player makes an entry each. */
function hostileTables(): CorpusFile[] {
  const many = 60_000_000;
  const pcm = [box('stts', be(4, 0, 1, 1000, 1)), box('stsz', be(4, 0, 4, 1000))];
  const withTables = (...tables: Buffer[]) => video({ tables });
  return [
    rejected('samples-of-one-size.mp4', withTables(box('stsz', be(4, 0, 1, many))), 'broken'),
    rejected('samples-of-short-sizes.mp4', withTables(box('stz2', be(4, 0, 4, many), Buffer.alloc(100))), 'broken'),
    rejected('short-table-of-sizes.mp4', withTables(box('stsz', be(4, 0, 0, 3, 7, 7))), 'broken'),
    rejected('short-table-of-times.mp4', withTables(box('stts', be(4, 0, 3, 1, 1, 1, 1))), 'broken'),
    rejected('short-table-of-shifts.mp4', withTables(box('ctts', be(4, 0, many, 1, 1))), 'broken'),
    rejected('short-table-of-chunks.mp4', withTables(box('stsc', be(4, 0, many, 1, 1, 1))), 'broken'),
    rejected('short-table-of-key-frames.mp4', withTables(box('stss', be(4, 0, many, 1))), 'broken'),
    rejected(
      'chunks-of-much-sound.mp4',
      video({ soundOnly: true, tables: [...pcm, box('stsc', be(4, 0, 1, 1, many, 1))] }),
      'broken',
    ),
    rejected('many-edits.mp4', video({ edits: 200_000 }), 'too_large'),
    rejected('samples-of-a-fragment.mp4', fragmented(2, many), 'broken'),
    accepted(
      'sound-in-chunks.mp4',
      video({ soundOnly: true, tables: [...pcm, box('stsc', be(4, 0, 1, 1, 1000, 1))] }),
      {
        kind: 'audio',
      },
    ),
    accepted('some-edits.mp4', video({ edits: 20 }), { kind: 'video' }),
  ];
}
