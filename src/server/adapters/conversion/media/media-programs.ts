/**
 * Audio and video with ffmpeg and ffprobe.
 * Invariant: only containers with their own data are opened: a playlist that names other files is refused.
 */
import { stat } from 'node:fs/promises';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import type { Gate, Turn } from '../gate.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { runProgram } from '../programs/run-program.ts';
import type { Sandbox } from '../programs/sandbox.ts';

interface MediaRun extends Turn {
  readonly input: string;
  readonly directory: string;
}

export interface MediaPrograms {
  /** A frame as JPEG that fits into the square; false when the file has no picture. */
  frame(run: MediaRun & { output: string; size: number; atSeconds?: number }): Promise<boolean>;
  /** A picture of a rarer format as PNG. */
  still(run: MediaRun & { output: string }): Promise<void>;
  transcode(run: MediaRun & { output: string; format: 'mp4' | 'webm'; height: number }): Promise<void>;
  probe(run: MediaRun): Promise<JsonObject>;
}

interface Settings {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly sandbox: Sandbox;
  readonly timeLimitMs: number;
  readonly transcodeLimitMs: number;
  readonly mostOutputBytes: number;
  readonly gate: Gate;
  /** Films may take an hour, so they have places of their own. */
  readonly filmGate: Gate;
  readonly launcher: Launcher;
}

const containers =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mp3,ogg,flac,wav,w64,aac,ac3,eac3,dts,aiff,amr,asf,flv,mpeg,mpegts,mpegvideo,mxf,rm,nut,ape,tta,wv,dv,ivf,h264,hevc,m4v,caf,au,swf';
const stills =
  'bmp_pipe,ico,psd_pipe,j2k_pipe,jpegxl_pipe,dds_pipe,exr_pipe,pcx_pipe,pbm_pipe,pgm_pipe,ppm_pipe,pam_pipe,qoi_pipe,sgi_pipe,sunrast_pipe,xbm_pipe,xpm_pipe,xwd_pipe,image2';
const quiet = ['-hide_banner', '-loglevel', 'error'];
const inputOptions = (formats: string) => ['-protocol_whitelist', 'file', '-format_whitelist', formats];

export function openMediaPrograms(settings: Settings): MediaPrograms {
  const { ffmpeg, ffprobe, sandbox, timeLimitMs, launcher } = settings;
  const short = { gate: settings.gate, limit: timeLimitMs };
  const long = { gate: settings.filmGate, limit: settings.transcodeLimitMs };
  const run = (
    program: string,
    args: readonly string[],
    { input, directory, person, signal }: MediaRun,
    { gate, limit } = short,
  ) =>
    gate.run(
      () =>
        runProgram({
          launcher,
          sandbox,
          program,
          arguments: args,
          directory,
          reads: [input],
          timeLimitMs: limit,
          signal,
        }),
      { person, signal },
    );
  const convert = (job: MediaRun, formats: string, before: string[], after: string[], place = short) =>
    run(
      ffmpeg,
      [
        ...quiet,
        '-nostdin',
        '-y',
        '-threads',
        '2',
        ...before,
        ...inputOptions(formats),
        '-i',
        job.input,
        ...after,
      ],
      job,
      place,
    );

  return {
    async frame(job) {
      const scale = `scale=w=min(${job.size}\\,iw):h=min(${job.size}\\,ih):force_original_aspect_ratio=decrease`;
      const after = ['-map', '0:v:0', '-frames:v', '1', '-vf', scale, '-q:v', '3', '-f', 'mjpeg', job.output];
      const seek = job.atSeconds === undefined || job.atSeconds <= 0 ? [] : ['-ss', String(job.atSeconds)];
      await convert(job, containers, seek, after);
      const { size } = await stat(job.output).catch(() => ({ size: 0 }));
      return size > 0;
    },
    async still(job) {
      await convert(
        job,
        stills,
        [],
        ['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', job.output],
      );
    },
    async transcode(job) {
      const scale = ['-vf', `scale=-2:min(${job.height}\\,trunc(ih/2)*2)`];
      const limits = ['-fs', String(settings.mostOutputBytes)];
      const streams = ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'];
      const after = [...streams, ...scale, ...codecs[job.format], ...limits, '-f', job.format, job.output];
      await convert(job, containers, [], after, long);
    },
    async probe(job) {
      const args = [
        '-v',
        'error',
        ...inputOptions(containers),
        '-show_format',
        '-show_streams',
        '-of',
        'json',
      ];
      const answer: unknown = JSON.parse(await run(ffprobe, [...args, job.input], job));
      return isJsonObject(answer) ? answer : {};
    },
  };
}

const codecs = {
  mp4: [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart'],
  ],
  webm: [
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '5', '-b:v', '1500k', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'libvorbis', '-b:a', '128k'],
  ],
} as const;

export function durationOf(probe: JsonObject): number | undefined {
  const format = isJsonObject(probe.format) ? probe.format : {};
  const seconds = Number(format.duration ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Under the property names of the schemas `video` and `audio`. */
export function mediaProperties(kind: 'audio' | 'video', probe: JsonObject): JsonObject {
  const duration = durationOf(probe);
  if (kind === 'audio') return duration === undefined ? {} : { 'aud:duration': Math.round(duration) };
  const streams = (Array.isArray(probe.streams) ? probe.streams : []).filter(isJsonObject);
  const picture = streams.find((stream) => stream.codec_type === 'video');
  const format = isJsonObject(probe.format) ? probe.format : {};
  return {
    'vid:info': {
      duration: duration ?? null,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      format: format.format_name ?? null,
      frameRate: frameRate(picture?.avg_frame_rate),
      streams: streams.map((stream) => ({
        streamInfo: [stream.codec_long_name, stream.profile].filter((part) => part !== undefined).join(', '),
        type: stream.codec_type === 'video' ? 'Video' : stream.codec_type === 'audio' ? 'Audio' : 'Other',
        codec: stream.codec_name ?? null,
        bitRate: stream.bit_rate === undefined ? null : Number(stream.bit_rate) / 1000,
      })),
    },
  };
}

/** ffprobe writes a fraction: `30000/1001`. */
function frameRate(fraction: Json | undefined): number | null {
  const [frames, seconds] = String(fraction ?? '')
    .split('/')
    .map(Number);
  if (frames === undefined || seconds === undefined || !(seconds > 0)) return null;
  return Math.round((frames / seconds) * 100) / 100;
}
