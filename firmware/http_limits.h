// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

/// What a client may cost us.
namespace sobelcam::limits {

/// Longest request line; more is answered with 414.
inline constexpr std::size_t kRequestLineBytes = 8 * 1024;
/// Longest whole header; more is answered with 431. Cookies behind a proxy reach 7 KB.
inline constexpr std::size_t kHeaderBytes = 16 * 1024;
/// Longest body of a POST; more is answered with 413.
inline constexpr std::size_t kBodyBytes = 4 * 1024;
/// From the first moment of a connection, or from the end of an answer, to the end of the next header: a client that
/// dribbles one byte a second does not get more.
inline constexpr std::chrono::seconds kHeaderDeadline{10};
/// A write is given up when no byte moves for so long; while bytes move, slow is never dead.
inline constexpr std::chrono::seconds kWriteProgress{15};
/// The last picture is sent again when nothing new came, for browsers and proxies that draw or give up late.
inline constexpr std::chrono::milliseconds kRepeat{900};
/// How long a snapshot waits for a fresh picture.
inline constexpr std::chrono::milliseconds kSnapshotPatience{3000};
inline constexpr std::chrono::milliseconds kLongestSnapshotPatience{30000};
/// What the kernel may hold for one client: about one large picture, so that a slow one sees no old ones.
inline constexpr int kSendBufferBytes = 256 * 1024;
inline constexpr int kUnsentBytes = 64 * 1024;
/// Connections beside the streams: page loads, polls, snapshots, and those that never send anything. At the limit the
/// one that has been silent longest makes room; only where all are busy is a new one refused.
inline constexpr unsigned kOtherConnections = 192;
/// Connections beyond the limit that are told so; more than these are closed without a word.
inline constexpr unsigned kTurnedAway = 32;
/// After the last answer: how long, and how many bytes, a client may still send before it is cut off.
inline constexpr std::chrono::seconds kLinger{1};
inline constexpr std::size_t kLingerBytes = 256 * 1024;

}  // namespace sobelcam::limits
