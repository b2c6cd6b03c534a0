type Names = Readonly<Record<string, string>>;

/** ffprobe's names, each with the codes that sample descriptions use for it. */
const VIDEO: Names = {
  h264: 'avc1 avc2 avc3 avc4',
  hevc: 'hvc1 hev1 dvh1 dvhe',
  av1: 'av01',
  vp8: 'vp08',
  vp9: 'vp09',
  mpeg4: 'mp4v',
  h263: 's263 h263',
  prores: 'apch apcn apcs apco ap4h ap4x',
  mjpeg: 'jpeg mjpa mjpb',
  dnxhd: 'AVdh AVdn',
};

const AUDIO: Names = {
  aac: 'mp4a',
  mp3: '.mp3',
  ac3: 'ac-3',
  eac3: 'ec-3',
  alac: 'alac',
  opus: 'Opus',
  flac: 'fLaC',
  pcm: 'lpcm sowt twos in24 in32 fl32 ipcm',
  amr_nb: 'samr',
  amr_wb: 'sawb',
};

/** Beginnings of Matroska's names. */
const MATROSKA: Names = {
  h264: 'V_MPEG4/ISO/AVC',
  hevc: 'V_MPEGH/ISO/HEVC',
  av1: 'V_AV1',
  vp8: 'V_VP8',
  vp9: 'V_VP9',
  mpeg4: 'V_MPEG4/ISO/SP V_MPEG4/ISO/ASP V_MPEG4/MS',
  prores: 'V_PRORES',
  mjpeg: 'V_MJPEG',
  aac: 'A_AAC',
  opus: 'A_OPUS',
  vorbis: 'A_VORBIS',
  mp3: 'A_MPEG/L3',
  flac: 'A_FLAC',
  ac3: 'A_AC3',
  eac3: 'A_EAC3',
  pcm: 'A_PCM',
};

const AVI: Names = {
  h264: 'h264 x264 avc1',
  hevc: 'hevc',
  mpeg4: 'xvid divx dx50 fmp4',
  mjpeg: 'mjpg',
};

export const videoCodec = (code: string): string => named(VIDEO, (known) => known === code) ?? plain(code);
export const audioCodec = (code: string): string => named(AUDIO, (known) => known === code) ?? plain(code);
export const matroskaCodec = (name: string): string =>
  named(MATROSKA, (start) => name.startsWith(start)) ?? plain(name);
export const aviCodec = (code: string): string => named(AVI, (known) => known === code.toLowerCase()) ?? plain(code);

function named(names: Names, fits: (code: string) => boolean): string | undefined {
  return Object.entries(names).find(([, codes]) => codes.split(' ').some(fits))?.[0];
}

/** A code as a word that may be shown. */
function plain(code: string): string {
  return code.replace(/[^\w./-]/g, '').slice(0, 32) || 'unknown';
}
