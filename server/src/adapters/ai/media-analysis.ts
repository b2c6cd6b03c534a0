import { createHttpClient, guarded, type HttpClient, type HttpDownloadRequest, open } from '@hubbub/guarded-http';
import {
  CannotConvert,
  ConversionFailed,
  extractSound,
  hasFfmpeg,
  inspect,
  keyFrames,
  render,
  UnreadableFile,
  withFile,
} from '@hubbub/media-info';
import type { AiSettings } from '../../config/groups.ts';
import {
  type AnalysedMedia,
  type MediaAnalysis,
  type Missing,
  NOT_CONFIGURED,
} from '../../core/analysis/media-analysis.ts';
import type { FileStorage } from '../../core/files.ts';
import type { World } from '../../core/tenant.ts';
import { simulatedAi } from '../../sandbox/simulated-ai.ts';
import { worldUrl } from '../../sandbox/simulator-control.ts';
import { AiFault, type AiService, aiService } from './ai-service.ts';
import { describe } from './describe.ts';
import { withLoaded } from './load-media.ts';
import { transcribe } from './transcribe.ts';

const SOUND_SECONDS_MAX = 3600;
const FRAMES = 6;
const EXTRACT_MS_MAX = 120_000;
const PICTURE = { contentTypes: ['image/jpeg'], widthMax: 1024, heightMax: 1024 };
const NO_FFMPEG: Missing = { missing: 'ffmpeg is needed for it and is not installed here.' };

export interface MediaAnalysisOptions {
  /** The service for live tenants; undefined: none. */
  readonly settings: AiSettings | undefined;
  /** The simulator serves test tenants; undefined: it is not running. */
  readonly simulatorUrl: string | undefined;
  readonly allowPrivateNetwork: boolean;
  readonly userAgent: string;
  /** Has the files of customers. */
  readonly storage: FileStorage;
  /** Holds videos while they are analysed. */
  readonly folder: string;
}

/** A service, and where its media may be loaded from. */
interface Side {
  readonly settings: AiSettings;
  readonly service: AiService;
  readonly downloads: HttpClient;
  readonly bounds: Pick<HttpDownloadRequest, 'routes' | 'within'>;
}

/** Speech and pictures of media, by a service with OpenAI's interface. */
export function openMediaAnalysis(options: MediaAnalysisOptions): MediaAnalysis & { close(): Promise<void> } {
  const sides = openSides(options);
  const { storage, folder } = options;

  /** Loads the media and asks about it. Faults of others become the reason why something is missing. */
  async function analyse<T>(
    { downloads: client, bounds }: Side,
    media: AnalysedMedia,
    signal: AbortSignal,
    ask: (path: string) => Promise<T>,
  ): Promise<T | Missing> {
    signal.throwIfAborted();
    try {
      return await withLoaded({ client, bounds, storage, folder }, media, signal, ask);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AiFault || error instanceof ConversionFailed) return { missing: error.message };
      if (error instanceof UnreadableFile || error instanceof CannotConvert)
        return { missing: `The file ${error.message}.` };
      throw error;
    }
  }

  const limits = (signal: AbortSignal) => ({ timeMsMax: EXTRACT_MS_MAX, signal });
  return {
    ...(sides.isAny('transcribeModel') && {
      async transcribe(media, signal) {
        const side = sides.of(media.world);
        const model = side?.settings.transcribeModel;
        if (side === undefined || model === undefined) return NOT_CONFIGURED;
        if (!(await hasFfmpeg())) return NO_FFMPEG;
        return analyse(side, media, signal, async (path) => {
          const sound = await extractSound(path, SOUND_SECONDS_MAX, limits(signal));
          return transcribe(side.service, model, sound, signal);
        });
      },
    }),
    ...(sides.isAny('visionModel') && {
      async describe(media, signal) {
        const side = sides.of(media.world);
        const model = side?.settings.visionModel;
        if (side === undefined || model === undefined) return NOT_CONFIGURED;
        return analyse(side, media, signal, async (path) => {
          const pictures = await picturesOf(path, limits(signal));
          return 'missing' in pictures ? pictures : describe(side.service, model, pictures, signal);
        });
      },
    }),
    close: sides.close,
  };
}

async function picturesOf(
  path: string,
  limits: Parameters<typeof keyFrames>[2],
): Promise<readonly Uint8Array[] | Missing> {
  const { kind } = await withFile(path, inspect);
  if (kind === 'image') return withFile(path, async (source) => [(await render(source, PICTURE)).content]);
  return (await hasFfmpeg()) ? keyFrames(path, FRAMES, limits) : NO_FFMPEG;
}

/** The real service and the simulated ones, with their connections. */
function openSides({ settings, simulatorUrl, allowPrivateNetwork, userAgent }: MediaAnalysisOptions) {
  const toServices = createHttpClient({ userAgent, policy: open });
  const downloads = createHttpClient({ userAgent, policy: guarded({ allowHttp: true, allowPrivateNetwork }) });
  const live = settings && { settings, service: aiService(toServices, settings), downloads, bounds: {} };

  /** The simulated platforms of a world have their files there too. */
  function sideOfWorld(world: World): Side | undefined {
    if (simulatorUrl === undefined) return undefined;
    const simulated = simulatedAi(simulatorUrl, world);
    const base = worldUrl(simulatorUrl, world.id);
    const bounds = { routes: { 'https://simulator.test': base }, within: base };
    return { settings: simulated, service: aiService(toServices, simulated), downloads: toServices, bounds };
  }

  return {
    isAny: (model: 'transcribeModel' | 'visionModel') => simulatorUrl !== undefined || settings?.[model] !== undefined,
    of: (world: World | null) => (world === null ? live : sideOfWorld(world)),
    async close() {
      await Promise.all([toServices.close(), downloads.close()]);
    },
  };
}
