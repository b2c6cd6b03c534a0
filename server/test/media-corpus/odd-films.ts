import { be, half, join, latin1, wav, zip } from './bytes.ts';
import { box, film, filmMoovLast, fragmented, ftyp, mdat, moov, webm } from './films.ts';
import { type CorpusFile, refused, taken } from './verdict.ts';

export function oddFilms(): CorpusFile[] {
  const large = join(be(4, 1), 'mdat', be(8, 2 ** 40), Buffer.alloc(100));
  return [
    refused('no-moov.mp4', join(ftyp(), mdat()), 'truncated'),
    refused('only-a-brand.mp4', ftyp(), 'truncated'),
    refused('huge-moov.mp4', join(ftyp(), be(4, 0x7fffffff), 'moov', Buffer.alloc(200)), 'truncated'),
    refused('broken-off.mp4', half(filmMoovLast()), 'truncated'),
    refused('broken-off-behind-moov.mp4', film().subarray(0, -1000), 'truncated'),
    refused('terabyte.mp4', join(ftyp(), large), 'truncated'),
    refused('empty-moov.mp4', join(ftyp(), box('moov'), mdat()), 'broken'),
    refused(
      'no-track.mp4',
      join(ftyp(), box('moov', box('mvhd', be(4, 0, 0, 0, 1000, 5000), Buffer.alloc(80))), mdat()),
      'broken',
    ),
    refused('no-length.mp4', film({ seconds: 0 }), 'broken'),
    refused('no-size.mp4', film({ width: 0 }), 'broken'),
    refused('65535.mp4', film({ width: 65_535, height: 65_535 }), 'too_large'),
    refused('points-behind.mp4', film({ chunkAt: 1_000_000 }), 'truncated'),
    refused('points-elsewhere.mov', film({ brand: 'qt  ', isElsewhere: true }), 'foreign'),
    refused('encrypted.mp4', film({ codec: 'encv' }), 'type'),
    refused('tiny-box.mp4', join(ftyp(), be(4, 3), 'free', Buffer.alloc(100)), 'broken'),
    refused('many-boxes.mp4', join(ftyp(), ...Array.from({ length: 30_000 }, () => box('free'))), 'too_large'),
    refused(
      'many-tracks.mp4',
      join(ftyp(), moov({ more: join(...Array.from({ length: 100 }, () => moov().subarray(116))) }), mdat()),
      'broken',
    ),
    refused('archive-behind.mp4', join(film(), box('free', zip())), 'foreign'),
    refused(
      'page-in-front.mp4',
      join(ftyp(), box('free', '<html><script>alert(1)</script>'), moov(), mdat()),
      'foreign',
    ),
    refused('page-as-size.mp4', join('<!--ftypisom', Buffer.alloc(100), '--><script>1</script>'), 'type'),
    taken('says-less.mp4', film({ saidSeconds: 1, seconds: 5000 }), { contentType: 'video/mp4', seconds: 5000 }),
    taken('shortened.mp4', film({ saidSeconds: 1, seconds: 5, isEdited: true }), { seconds: 1 }),
    taken('place.mp4', film({ more: box('udta', box('\xa9xyz', be(2, 18, 0x15c7), '+52.5000+013.4000/')) }), {
      hasMetadata: true,
    }),
    taken('film-named-sound.m4a', film({ brand: 'M4A ' }), { contentType: 'video/mp4', kind: 'video' }),
    taken('sound-named-film.mp4', film({ soundOnly: true }), { contentType: 'audio/mp4', kind: 'audio' }),
    refused('half-fragments.mp4', half(fragmented(7)), 'truncated'),
    taken('unknown-code.mp4', film({ codec: 'zzzz' }), { videoCodec: 'zzzz' }),
    refused('no-length-at-all.webm', join(webm(5).subarray(0, 30)), 'truncated'),
    refused('strange.webm', join(latin1('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'), Buffer.alloc(200)), 'broken'),
    refused('short.wav', wav(2).subarray(0, -500), 'truncated'),
    refused('tag-only.mp3', join('ID3\x04\0\0', '\x00\x00\x7f\x7f', Buffer.alloc(100)), 'truncated'),
    refused('short.avi', join('RIFF', Buffer.from([0xff, 0xff, 0, 0]), 'AVI LIST', Buffer.alloc(100)), 'truncated'),
  ];
}
