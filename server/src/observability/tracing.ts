import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { factsNow, originNow, withOrigin } from '../core/observing/work.ts';
import type { SpanFacts, Spans } from './observer.ts';

/** The last spans may take so long when the service stops. */
const CLOSE_MS_MAX = 2000;

export interface TracesConfig {
  /** Base address of an OTLP receiver over HTTP, such as http://127.0.0.1:4318. */
  readonly endpoint: string;
  readonly serviceName: string;
}

/** Spans of requests and of the work below them, sent in the background. */
export interface Tracing extends Spans {
  readonly ofRequest: (request: {
    readonly method: string;
    readonly route: string;
    readonly traceparent: string | undefined;
    readonly requestId: string;
  }) => { readonly traceparent: string; readonly end: (status: number, facts: SpanFacts) => void };
  /** Sends the last spans, for at most two seconds. */
  readonly close: () => Promise<void>;
}

/**
 * Traces with OpenTelemetry. The SDK itself reads its other variables, such as OTEL_TRACES_SAMPLER and
 * OTEL_EXPORTER_OTLP_HEADERS. The spans are ours alone: no library is patched, and no caller outside sees their ids.
 */
export function startTracing({ endpoint, serviceName }: TracesConfig, log: Logger): Tracing {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter({ url }), log))],
  });
  const tracer = provider.getTracer('hubbub');

  return {
    ofRequest({ method, route, traceparent, requestId }) {
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route, request_id: requestId },
        },
        contextOf(traceparent ?? null),
      );
      return {
        traceparent: traceparentOf(span),
        end(status, facts) {
          span.setAttributes({ 'http.response.status_code': status, ...attributesOf(facts) });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    async inSpan({ name, kind, facts }, work, outcome) {
      const { requestId, traceparent } = originNow();
      const attributes = attributesOf({ ...factsNow(), ...facts, request_id: requestId });
      const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(traceparent));
      try {
        const result = await withOrigin({ requestId, traceparent: traceparentOf(span) }, work);
        const told = outcome?.(result);
        if (told !== undefined) span.setAttributes(attributesOf(told.facts));
        if (told?.isFailure === true) span.setStatus({ code: SpanStatusCode.ERROR });
        return result;
      } catch (error) {
        // Messages of errors may hold texts of customers.
        span.setAttribute('error.type', (error as Error).name);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },

    async close() {
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref());
      await Promise.race([provider.shutdown().catch(() => {}), deadline]);
    },
  };
}

/** The context below a span that W3C Trace Context names; without one, a new trace begins. */
function contextOf(traceparent: string | null) {
  const [, traceId = '', spanId = '', flags = '00'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  // Ids of zeros alone are no ids; the SDK then begins a new trace.
  return traceId === '' ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function attributesOf(facts: SpanFacts): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).filter(
      (fact): fact is [string, string | number] => fact[1] !== null && fact[1] !== undefined,
    ),
  );
}

/** Warns once when spans cannot be sent, and says when they can again. Lost spans harm nothing else. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isFailing)
          log.warn({ reason: result.error?.message }, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
        if (!hasFailed && isFailing) log.warn('traces are sent again');
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
